/**
 * Answers that the service shows masked: it has them whole. They stay as they are, or are typed
 * anew from the first sign on; what is masked is never sent. Pure.
 */

/** As the service writes it for a sign that it does not show. */
const HIDDEN = '•'

export const isMasked = (text: string): boolean => text.includes(HIDDEN)

/** A buyer who changes a masked answer types all of it: nothing of the mask stays. */
export function typedAnew(text: string, before: string): string {
  if (!isMasked(before) || !isMasked(text)) return text
  let start = 0
  while (start < text.length && text[start] === before[start]) start++
  const most = Math.min(text.length, before.length) - start
  let end = 0
  while (end < most && text.at(-1 - end) === before.at(-1 - end)) end++
  return text.slice(start, text.length - end).replaceAll(HIDDEN, '')
}
