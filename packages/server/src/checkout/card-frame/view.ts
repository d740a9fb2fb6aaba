/**
 * The page in which the sandbox's payment provider takes a card: nothing but its own script runs in
 * it, and it talks to nobody but the provider and the one page that holds it.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type SandboxCard, sandboxCards } from '@svc/api'
import { inIsolatedPages } from '../../platform/http/isolated.ts'
import { namesOf } from '../../platform/narrow.ts'
import type { Page } from '../../tenancy/caller/route.ts'
import { type FrameLanguage, frameTexts, meaningsInSpanish } from './frame-texts.ts'

const read = (name: string): Buffer => readFileSync(new URL(`frame/${name}`, import.meta.url))

const ALWAYS = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }
/** The address changes with the content, so that a browser may keep it. */
const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' }

/** Every page around it has to be named, not the nearest one only. */
function policyOf(holders: readonly (string | null)[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${holders.filter((each) => each !== null).join(' ')}`,
  ].join('; ')
}

const parts = {
  'frame.css': { body: read('frame.css'), type: 'text/css; charset=utf-8' },
  'frame.js': { body: read('frame.js'), type: 'text/javascript; charset=utf-8' },
}
export const framePartNames = namesOf(parts)

const html = read('card-frame.html').toString('utf8')
const hash = createHash('sha256')
for (const { body } of Object.values(parts)) hash.update(body)
const version = hash.digest('hex').slice(0, 16)

export function framePart(name: keyof typeof parts): Page {
  const { body, type } = parts[name]
  const headers = { ...ALWAYS, ...IMMUTABLE, 'content-type': type }
  return { content: body, headers: { ...headers, 'content-security-policy': "default-src 'none'" } }
}

type FrameQuestion = {
  readonly checkoutId: string
  /** The origin of the page that holds the frame: it alone hears of the card. */
  readonly parent: string
  /** The origin of the page that holds that page; null: nobody does. */
  readonly top: string | null
  readonly language: FrameLanguage
  readonly brand: string
  /** Path under which the service is reached, without a slash at its end. */
  readonly root: string
}

export function framePage(question: FrameQuestion): Page {
  const { checkoutId, parent, top, language, brand, root } = question
  const values: Record<string, string> = {
    ...frameTexts[language],
    ...{ parent, brand, root, version },
    source: `${brand}-payments`,
    action: `${root}/sandbox/checkouts/${checkoutId}/cards`,
  }
  const rows = sandboxCards.map((card) => rowOf(card, language)).join('')
  const made: Readonly<Record<string, string>> = { rows, picks: picks(language) }
  const page = html.replace('lang="en"', `lang="${language}"`)
  const content = page.replace(
    /\{(\w+)\}/g,
    (_, name: string) => made[name] ?? escaped(values[name] ?? ''),
  )
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  return {
    content,
    headers: {
      ...{ ...ALWAYS, ...inIsolatedPages, ...headers },
      'content-security-policy': policyOf([parent, top]),
    },
  }
}

function rowOf({ number, behaviour, charge, meaning }: SandboxCard, language: FrameLanguage) {
  const said = language === 'en' ? meaning : meaningsInSpanish[behaviour]
  const text = said.replace('{charge}', String(charge))
  return `<tr><td>${pick(number, spaced(number))}</td><td>${escaped(text)}</td></tr>`
}

const spaced = (number: string): string => number.replace(/(.{4})(?=.)/g, '$1 ')

/** Uses a test card by one click. */
const pick = (number: string, label: string): string =>
  `<input type="button" data-number="${number}" value="${escaped(label)}">`

/** The cards that most tests need, in sight; their last digits tell them apart. */
function picks(language: FrameLanguage): string {
  const usual = sandboxCards.filter(({ behaviour }) => /^(good|declined)$/.test(behaviour))
  const words = ({ behaviour, meaning }: SandboxCard) =>
    language === 'en' ? meaning : meaningsInSpanish[behaviour]
  return usual.map((each) => pick(each.number, `${words(each)} ${each.number.slice(-4)}`)).join('')
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)
}
