/** Who connects a store: its keys, its sandbox, and a request to try. */
export { Screen as Keys } from './dev/keys.tsx'
export { Screen as Sandbox } from './dev/sandbox.tsx'
export { Screen as Try } from './dev/try.tsx'
