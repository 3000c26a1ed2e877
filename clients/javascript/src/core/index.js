export { ClientCore } from "./client.js";
export { canBeDone } from "./awaited.js";
export { fallbacks, indicator, isPushed, isStreaming, transportNamed } from "./connection.js";
export { ContextView } from "./context.js";
export { canonical } from "./json.js";
export { proposalKey } from "./keys.js";
export { SequenceTracker } from "./sequence.js";
