/** Shows what an amount costs in instalments, beside the price, and follows it. */
import { type Ask, inquire } from './ask.ts'
import type { Say } from './say.ts'
import type { Settings } from './settings.ts'
import { isSelector, type Watch } from './watch.ts'
import { amountOf } from './widget-amount.ts'
import { drawCard, make, type Simulation, type Told } from './widget-card.ts'
import { formatsOf } from './widget-money.ts'
import { widgetStyle } from './widget-style.ts'
import { type Language, tagOf, widgetTexts } from './widget-texts.ts'

export type Widgets = {
  /** Elements beside those with the attribute. */
  add(selector: string): void
}

/** A field is read when its buyer rests. */
const REST_MS = 100

type Means = { readonly brand: string; readonly ask: Ask; readonly say: Say }
type Widget = { read(): void; stop(): void }

export function createWidgets({ brand }: Settings, ask: Ask, watch: Watch, say: Say): Widgets {
  // A shadow root is for ever: an element that comes back has the widget of before.
  const widgets = new WeakMap<Element, Widget>()
  const selectors = [`[data-${brand}-widget-instalments]`]
  const look = watch({
    find: () => document.querySelectorAll(selectors.join()),
    seen(element) {
      const widget =
        widgets.get(element) ?? createWidget(element as HTMLElement, { brand, ask, say })
      widgets.set(element, widget)
      widget.read()
    },
    gone: (element) => widgets.get(element)?.stop(),
  })
  // What is typed changes no attribute; nor does what a store's script writes into a field.
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

function createWidget(host: HTMLElement, { brand, ask, say }: Means): Widget {
  const ghost = make('div', 'ghost')
  const choice = make('div', 'details')
  const summary = make('summary', 'summary')
  const parts = [make('div', 'head'), choice, make('div', 'law')] as const
  const details = make('details', '', summary, choice)
  const shown = make('div', 'shown', parts[0], details, parts[2])
  const said = make('p', 'said')
  const frame = make('div', '', make('div', 'card', ghost, shown), said)
  ghost.inert = true
  said.setAttribute('role', 'status')
  if (!dress(host, frame, brand)) {
    say.warn(`a widget needs an element of its own, such as a div: not ${host.localName}`)
    return { read() {}, stop() {} }
  }
  let asked: string | undefined
  let cancel = () => {}
  /** What the figures said last. */
  let words: string | undefined

  const show = (state: 'checking' | 'allowed' | 'refused' | 'failed', isFree?: boolean) => {
    host.setAttribute(`data-${brand}-state`, state)
    frame.className = isFree ? 'away' : state
  }
  const read = () => {
    const { locale, currency = 'EUR', productType, articleId, legalText } = host.dataset
    const amount = amountOf(host, currency, say) ?? 0
    const tag = tagOf([locale, host.closest<HTMLElement>('[lang]')?.lang, navigator.language])
    const language = tag.slice(0, 2).toLowerCase() as Language
    const query = new URLSearchParams({ amount: `${amount}`, currency, locale: language })
    if (productType) query.set('product[type]', productType)
    if (articleId) query.set('article-id', articleId)
    const question = [query, tag, legalText].join()
    if (question === asked) return
    // Where nothing was asked before, nothing may move: what is refused keeps its place.
    const isFirst = asked === undefined
    asked = question
    cancel()
    const refuse = () => {
      said.textContent = words = ''
      show('refused', !isFirst || host.getBoundingClientRect().top > innerHeight)
    }
    let told: Told
    try {
      const formats = formatsOf(tag, currency)
      told = { texts: widgetTexts[language], formats, amount, legalText, warn: say.warn }
    } catch {
      say.warn(`data-currency="${currency}" is no currency`)
      return refuse()
    }
    if (isFirst) {
      drawCard(parts, sampleOf(told), told)
      summary.textContent = told.texts[4]
      ghost.replaceChildren(...shown.cloneNode(true).childNodes)
    }
    if (!amount) return refuse()
    show('checking')
    cancel = inquire(ask, `/instalment-plan-simulator?${query}`, (answer) => {
      if (!answer) return show('failed')
      if (answer.status !== 200) return refuse()
      const before = words
      words = drawCard(parts, answer.body, told)
      if (before !== undefined && before !== words) said.textContent = words
      show('allowed')
    })
  }
  return {
    read,
    stop() {
      cancel()
      asked = undefined
    },
  }
}

/** A constructed sheet is what a strict policy of the store lets pass; older browsers have none. */
function dress(host: HTMLElement, frame: HTMLElement, brand: string): boolean {
  const rules = widgetStyle(brand)
  let root: ShadowRoot
  try {
    root = host.attachShadow({ mode: 'open' })
  } catch {
    return false
  }
  root.append(frame)
  try {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    root.adoptedStyleSheets = [sheet]
  } catch {
    frame.append(make('style', '', rules))
  }
  return true
}

/** What takes as much place as the answer will: with a name of a store and a fee in the example. */
function sampleOf({ amount }: Told): Simulation {
  const plan = {
    ...{
      num_instalments: 12,
      amount,
      last_amount: 0,
      downpayment_amount: 0,
      total_interest: amount,
    },
    ...{ total_fees: 0, total_amount: amount, nominal_rate: 1e3, annual_equivalent: 1e3 },
    schedule: [],
  }
  return {
    choices: [{ product: '', instalments: [plan, plan] }],
    options: { representative_example: 'tasa de '.repeat(42) },
  }
}
