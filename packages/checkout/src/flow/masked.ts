/**
 * Answers that the service returns masked: it has the full values. They stay unchanged, or are
 * typed again from the first character; masked values are never sent. Pure.
 */

/** The service's placeholder for a hidden character. */
const HIDDEN = '•'

export const isMasked = (text: string): boolean => text.includes(HIDDEN)

/** A buyer who changes a masked answer types all of it: nothing of the mask remains. */
export function typedAnew(text: string, before: string): string {
  if (!isMasked(before) || !isMasked(text)) return text
  let start = 0
  while (start < text.length && text[start] === before[start]) start++
  const most = Math.min(text.length, before.length) - start
  let end = 0
  while (end < most && text.at(-1 - end) === before.at(-1 - end)) end++
  return text.slice(start, text.length - end).replaceAll(HIDDEN, '')
}
