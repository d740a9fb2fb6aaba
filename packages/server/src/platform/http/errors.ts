import {
  type DocumentLanguage,
  type ErrorCode,
  type ErrorEntry,
  errorCatalogue,
  limits,
  recordOf,
  spanishErrors,
} from '@svc/api'
import { codeOf } from '../narrow.ts'
import { echoedName, type Fields, Refused } from '../refusal.ts'

type ErrorView = {
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  readonly body: { error: Record<string, unknown>; [beside: string]: unknown }
}

/** The one envelope of every error (contract §2); of its texts the message has a language. */
export function errorView(
  refused: Refused,
  requestId: string,
  language: DocumentLanguage = 'en',
): ErrorView {
  const entry: ErrorEntry = errorCatalogue[refused.code]
  const fields: Fields | undefined = refused.detail.fields
  const translated = language === 'es' ? spanishErrors[refused.code] : undefined
  const sentence = translated ?? entry.message
  // Only where the same request may succeed later (contract §12).
  const waits = entry.retryable && (entry.status === 429 || entry.status === 503)
  return {
    status: entry.status,
    retryAfterSeconds: waits ? 1 : undefined,
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

/** The names of parameters are the caller's own. */
function echoed(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, sentences]) => [echoedName(name), sentences]),
  )
}

function fill(message: string, values: Record<string, string | number>): string {
  return message.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? name))
}

/**
 * What the framework throws, in our words; anything unknown is a 500 whose cause goes to the log
 * only.
 */
export function refusedOf(
  error: unknown,
  bodyBytesMax: number = limits.bodyBytesMax,
): Refused | undefined {
  if (error instanceof Refused) return error
  const { statusCode } = recordOf(error)
  const status = typeof statusCode === 'number' ? statusCode : 0
  if (codeOf(error) === 'FST_ERR_BAD_URL') {
    return new Refused('request_malformed', {
      values: { reason: 'the path is not percent-encoded' },
    })
  }
  const known: Record<number, ErrorCode> = { 413: 'body_too_large', 415: 'media_type_unsupported' }
  const refusal = known[status]
  if (refusal === 'body_too_large') return new Refused(refusal, { values: { limit: bodyBytesMax } })
  if (refusal !== undefined) return new Refused(refusal)
  if (status === 503) return new Refused('service_stopping')
  if (status >= 400 && status < 500) {
    return new Refused('request_malformed', {
      values: { reason: 'its body does not arrive as announced' },
    })
  }
  return undefined
}
