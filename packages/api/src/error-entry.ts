/** An entry of the error catalogue, and short forms for its kinds. */
export type ErrorEntry = {
  readonly status: number
  readonly type: string
  readonly message: string
  /** Whether the same request may succeed later without a change. */
  readonly retryable: boolean
  /** What the caller can do about it. */
  readonly remedy: string
}

export function entry(
  status: number,
  type: string,
  message: string,
  remedy: string,
  retryable = false,
): ErrorEntry {
  return { status, type: `${type}Exception`, message, retryable, remedy }
}

export const invalid = (remedy: string) =>
  entry(400, 'ApiValidation', 'API validation error', remedy)
export const forbidden = (message: string, remedy: string) =>
  entry(403, 'Forbidden', message, remedy)
export const missing = (message: string) =>
  entry(404, 'ObjectNotFound', message, 'Check the id and the mode (sandbox or live).')
export const conflict = (message: string, remedy: string) => entry(409, 'Conflict', message, remedy)
/** The same request may succeed a moment later. */
export const busy = (message: string, remedy: string) =>
  entry(429, 'TooManyRequests', message, remedy, true)
