export function stdioTransport({ command, args, cwd, env, largestMessage }: {
    command: string;
    args: string[];
    cwd?: string;
    env?: Record<string, string | undefined>;
    largestMessage?: number;
}): Transport;
export type JSONObject = import("../core/types.js").JSONObject;
export type Session = import("../transports/transport.js").Session;
export type Transport = import("../transports/transport.js").Transport;
