/** What the service says when it refuses, in the reader's language; loaded when it first does. */
import { signal } from '@preact/signals'

const known = signal<Readonly<Record<string, string>> | undefined>(undefined)
let isAsked = false

/** Of a code that nobody has translated, and until they are there, its own sentence. */
export function sentenceOf({ code, message }: { code: string; message: string }): string {
  if (document.documentElement.lang !== 'es') return message
  if (!isAsked) {
    isAsked = true
    void import('./refusals-es.ts').then(
      ({ refusalsEs }) => {
        known.value = refusalsEs
      },
      // The files of this version are gone: the service's own words do.
      () => {},
    )
  }
  return known.value?.[code] ?? message
}
