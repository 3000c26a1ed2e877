import { setTimeout as sleep } from "node:timers/promises";

/** Rules of a shop: small orders are accepted, those above 10 wait for a manager. */
export const SHOP = `pack shop:
  version: 1.0.0

fact order.placed:
  key: [order_id]
  fields:
    order_id: text
    amount: decimal

fact stock.counted:
  key: [sku]
  external: true
  fields:
    sku: text
    amount: decimal?

intent place_order:
  fields:
    order_id: text
    amount: decimal

truth ordering:
  when:
    - intent: place_order
  requires:
    - order_id exists
    - amount > 0 else "An order is for something"
  invariants:
    - amount > 10 → requires_approval(manager)
  produces:
    - fact.order.placed
    - trace.shop.ordering
`;

export const MIA = { type: "user", user_id: "mia", device_id: "phone", org_id: "acme", roles: ["manager"] };

export const order = (id, amount = 1) => ({ action: "place_order", order_id: id, amount });

/** Waits until something is so. */
export async function until(isSo, what, seconds = 20) {
  const end = performance.now() + seconds * 1_000;
  for (;;) {
    const value = await isSo();
    if (value) return value;
    if (performance.now() > end) throw new Error(`${what} did not come`);
    await sleep(10);
  }
}
