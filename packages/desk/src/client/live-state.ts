/** What the page shows of what happens while it is open. */
import { signal } from '@preact/signals'

/** `polling`: something between here and the service holds streams back. */
export const liveBy = signal<'stream' | 'polling' | undefined>(undefined)
/** What has happened since a list was read. */
export const news = signal(0)
