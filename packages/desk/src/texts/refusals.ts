/** The service's errors in the reader's language; loaded with the first error. */
import { signal } from '@preact/signals'

const known = signal<Readonly<Record<string, string>> | undefined>(undefined)
let isAsked = false

/** An untranslated code, or one not loaded yet, has its own message. */
export function sentenceOf({ code, message }: { code: string; message: string }): string {
  if (document.documentElement.lang !== 'es') return message
  if (!isAsked) {
    isAsked = true
    void import('./refusals-es.ts').then(
      ({ refusalsEs }) => {
        known.value = refusalsEs
      },
      // The files of this version are gone: the service's messages are used.
      () => {},
    )
  }
  return known.value?.[code] ?? message
}
