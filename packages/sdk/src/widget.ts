/** Shows the instalments of an amount next to the price, and updates them. */
import { type Ask, inquire } from './ask.ts'
import type { Say } from './say.ts'
import type { Settings } from './settings.ts'
import { isSelector, type Watch } from './watch.ts'
import { amountOf } from './widget-amount.ts'
import { drawCard, make, type Parts, type Simulation } from './widget-card.ts'
import { formatsOf } from './widget-money.ts'
import { awayStyle, widgetStyle } from './widget-style.ts'
import { tagOf, widgetTexts } from './widget-texts.ts'

type Widgets = {
  /** Elements in addition to those with the attribute. */
  add(selector: string): void
}

/** A field is read when its buyer stops typing. */
const REST_MS = 100

type Means = {
  readonly settings: Settings
  readonly ask: Ask
  readonly say: Say
  readonly sheets: Sheets
}
type Sheets = readonly [look: CSSStyleSheet, away: CSSStyleSheet]
type Widget = { read(): void; stop(): void }

export function createWidgets(settings: Settings, ask: Ask, watch: Watch, say: Say): Widgets {
  const { brand } = settings
  // A shadow root is permanent: an element that returns has the previous widget.
  const widgets = new WeakMap<Element, Widget>()
  const selectors = [`[data-${brand}-widget-instalments]`]
  let sheets: Sheets | undefined
  const look = watch({
    find: () => document.querySelectorAll<HTMLElement>(selectors.join()),
    seen(element) {
      try {
        sheets ??= [sheetOf(widgetStyle(brand)), sheetOf(awayStyle)]
        const widget = widgets.get(element) ?? createWidget(element, { settings, ask, say, sheets })
        widgets.set(element, widget)
        widget.read()
      } catch (fault) {
        // An element that cannot have children, or an invalid currency: the browser's message says
        // which.
        say.warn(`${fault}`)
      }
    },
    gone: (element) => widgets.get(element)?.stop(),
  })
  // Typing changes no attribute, and neither does a script that sets a field's value.
  let timer: ReturnType<typeof setTimeout> | undefined
  const rest = () => {
    clearTimeout(timer)
    timer = setTimeout(look, REST_MS)
  }
  for (const event of ['input', 'change', 'click']) document.addEventListener(event, rest, true)
  return {
    add(selector) {
      if (isSelector(selector, say)) selectors.push(selector)
      look()
    },
  }
}

/** A strict policy of the store allows a constructed style sheet. */
function sheetOf(style: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  return sheet
}

function createWidget(host: HTMLElement, { settings, ask, say, sheets }: Means): Widget {
  const { brand } = settings
  const plans = make('details', 'details', make('summary', 'summary'), make('div', 'choice'))
  const parts: Parts = [make('div', 'head'), plans, make('div', 'law')]
  const said = make('p', 'said')
  const frame = make('div', 'refused', make('div', 'card', ...parts), said)
  const root = host.attachShadow({ mode: 'open' })
  root.append(frame)
  said.setAttribute('role', 'status')
  let lastRequest: string | undefined
  let cancel = () => {}

  const show = (
    state: 'checking' | 'allowed' | 'refused' | 'failed',
    words = '',
    isFree?: boolean,
  ) => {
    host.setAttribute(`data-${brand}-state`, state)
    frame.className = state
    said.textContent = words
    // The space that the store has reserved is released with it.
    root.adoptedStyleSheets = sheets.slice(0, isFree ? 2 : 1)
  }
  const read = () => {
    const { locale, currency = 'EUR', productType, articleId, legalText } = host.dataset
    const amount = amountOf(host, currency, say) ?? 0
    const tag = tagOf([locale, host.closest<HTMLElement>('[lang]')?.lang, navigator.language])
    const language = /^en/i.test(tag) ? 'en' : 'es'
    const query = new URLSearchParams({ amount: `${amount}`, currency, locale: language })
    if (productType) query.set('product[type]', productType)
    if (articleId) query.set('article-id', articleId)
    const question = [query, tag, legalText, settings.publicKey].join()
    if (question === lastRequest) return
    // Without an earlier result, nothing may move: a refused widget keeps its space.
    const isFirst = lastRequest === undefined
    lastRequest = question
    cancel()
    // A message fills the reserved space.
    const refuse = (notice?: string) =>
      show(
        'refused',
        notice,
        !notice && (!isFirst || host.getBoundingClientRect().top > innerHeight),
      )
    // Nothing is measured before a wait: the browser would have to lay out the page.
    show('refused', '', !isFirst)
    const formats = formatsOf(tag, currency)
    const context = { texts: widgetTexts[language], formats, amount, legalText, warn: say.warn }
    if (!amount) return refuse()
    show('checking')
    cancel = inquire(ask, `/instalment-plan-simulator?${query}`, (answer) => {
      if (!answer) return show('failed')
      const { status, body } = answer
      if (status !== 200) return refuse(body?.notice)
      // The answer of this request is a simulation.
      const words = drawCard(parts, body as Simulation, context)
      show('allowed', isFirst ? '' : words)
    })
  }
  return {
    read,
    stop() {
      cancel()
      lastRequest = undefined
    },
  }
}
