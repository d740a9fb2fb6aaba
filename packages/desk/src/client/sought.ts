/** What is looked for: in memory alone, since addresses, histories and logs keep what they get. */
import { signal } from '@preact/signals'

export const sought = signal('')
