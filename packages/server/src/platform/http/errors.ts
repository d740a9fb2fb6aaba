import { type DocumentLanguage, type ErrorEntry, errorCatalogue, spanishErrors } from '@svc/api'
import { echoedName, type Fields, type Refused } from '../refusal.ts'

type ErrorView = {
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  readonly body: { error: Record<string, unknown>; [beside: string]: unknown }
}

/** The one envelope of every error (contract §2); only its message is translated. */
export function errorView(
  refused: Refused,
  requestId: string,
  language: DocumentLanguage = 'en',
): ErrorView {
  const entry: ErrorEntry = errorCatalogue[refused.code]
  const fields: Fields | undefined = refused.detail.fields
  const translated = language === 'es' ? spanishErrors[refused.code] : undefined
  const sentence = translated ?? entry.message
  // Only if the same request may succeed later (contract §12).
  const waits = entry.retryable && (entry.status === 429 || entry.status === 503)
  return {
    status: entry.status,
    retryAfterSeconds: waits ? (refused.detail.retryAfterSeconds ?? 1) : undefined,
    body: {
      error: {
        type: entry.type,
        message: fill(sentence, refused.detail.values ?? {}),
        code: refused.code,
        ...(fields === undefined
          ? {}
          : { fields: refused.code === 'query_invalid' ? echoed(fields) : fields }),
        request_id: requestId,
      },
      ...refused.detail.beside,
    },
  }
}

/** A refusal as a sentence, for the command line. */
export function sentenceOf({ code, detail }: Refused): string {
  const message = fill(errorCatalogue[code].message, detail.values ?? {})
  const fields = Object.entries(detail.fields ?? {})
  return [message, ...fields.map(([name, sentences]) => `${name} ${sentences}`)].join('; ')
}

/** Parameter names come from the caller. */
function echoed(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, sentences]) => [echoedName(name), sentences]),
  )
}

function fill(message: string, values: Record<string, string | number>): string {
  return message.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? name))
}
