/** The state of live updates. */
import { signal } from '@preact/signals'

/** `polling`: an intermediary buffers streams. */
export const liveBy = signal<'stream' | 'polling' | undefined>(undefined)
/** The number of events since a list was read. */
export const news = signal(0)
