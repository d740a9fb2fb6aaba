/** Text of the document as HTML: paragraphs, headings, lists, and code between backquotes. */
import { escaped } from '../../../checkout/documents/html.ts'

export function prose(text: string): string {
  return text
    .trim()
    .split(/\n{2,}/)
    .map(block)
    .join('\n')
}

function block(text: string): string {
  const heading = /^## (.+)$/.exec(text)
  if (heading !== null) return `<h2>${inline(heading[1] ?? '')}</h2>`
  if (!text.startsWith('- ')) return `<p>${inline(text)}</p>`
  const items = text.split(/^- /m).filter(Boolean)
  return `<ul>${items.map((item) => `<li>${inline(item.trim())}</li>`).join('')}</ul>`
}

export function inline(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? escaped(part) : `<code>${escaped(part)}</code>`))
    .join('')
}
