/** The search term: in memory only, since URLs, histories and logs store what they get. */
import { signal } from '@preact/signals'

export const sought = signal('')
