/** What takes something away from a store: loaded together, when the first is opened. */
export { ClosePanel } from './close-panel.tsx'
export { SuspendPanel } from './suspend-panel.tsx'
