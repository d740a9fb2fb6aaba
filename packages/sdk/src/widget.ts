/** Shows what an amount costs in instalments, beside the price, and follows it. */
import { type Ask, inquire } from './ask.ts'
import type { Say } from './say.ts'
import type { Settings } from './settings.ts'
import { isSelector, type Watch } from './watch.ts'
import { amountOf } from './widget-amount.ts'
import { drawFrame } from './widget-frame.ts'
import { formatsOf } from './widget-money.ts'
import { type Language, tagOf, widgetTexts } from './widget-texts.ts'
import { drawCard, type Simulation, type Told } from './widget-view.ts'

export type Widgets = {
  /** Elements beside those with the attribute. */
  add(selector: string): void
}

/** A field is read when its buyer rests. */
const REST_MS = 100

type Means = { readonly brand: string; readonly ask: Ask; readonly say: Say }
type Widget = { read(): void; stop(): void }
type State = 'checking' | 'allowed' | 'refused' | 'failed'

export function createWidgets({ brand }: Settings, ask: Ask, watch: Watch, say: Say): Widgets {
  const widgets = new Map<Element, Widget>()
  const selectors = [`[data-${brand}-widget-instalments]`]
  const look = watch({
    find: () => document.querySelectorAll(selectors.join()),
    seen(element) {
      const widget = widgets.get(element) ?? createWidget(element, { brand, ask, say })
      widgets.set(element, widget)
      widget.read()
    },
    gone(element) {
      widgets.get(element)?.stop()
      widgets.delete(element)
    },
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
      if (!isSelector(selector, say)) return
      selectors.push(selector)
      look()
    },
  }
}

function createWidget(element: Element, { brand, ask, say }: Means): Widget {
  const host = element as HTMLElement
  const { frame, card, said, hold } = drawFrame(host, brand)
  let asked: string | undefined
  let cancel = () => {}
  /** Something else has been asked before: what comes now follows the buyer, and may move things. */
  let followed = false
  /** What the figures said last. */
  let words: string | undefined

  const show = (state: State) => {
    const free = followed || host.getBoundingClientRect().top > innerHeight
    host.setAttribute(`data-${brand}-state`, state)
    frame.className = state === 'refused' && free ? 'away' : state
  }
  const tell = (simulation: Simulation, told: Told) => {
    const before = words
    words = drawCard(card, simulation, told)
    if (before !== undefined && before !== words) said.textContent = words
    show('allowed')
  }
  const refuse = () => {
    said.textContent = words = ''
    show('refused')
  }
  const read = () => {
    const { locale, currency = 'EUR', productType, articleId, legalText } = host.dataset
    const amount = amountOf(host, currency, say)
    const tag = tagOf([locale, host.closest<HTMLElement>('[lang]')?.lang, navigator.language])
    const language = tag.slice(0, 2).toLowerCase() as Language
    const query = new URLSearchParams({ amount: `${amount}`, currency, locale: language })
    if (productType) query.set('product[type]', productType)
    if (articleId) query.set('article-id', articleId)
    const question = [query, tag, legalText].join()
    if (question === asked) return
    followed = asked !== undefined
    asked = question
    cancel()
    let told: Told
    try {
      const formats = formatsOf(tag, currency)
      const warn = (sentence: string) => void say.warn(sentence)
      told = { texts: widgetTexts[language], formats, amount: amount ?? 0, legalText, warn }
    } catch {
      say.warn(`data-currency="${currency}" is no currency`)
      return refuse()
    }
    hold(told)
    if (!amount) return refuse()
    show('checking')
    cancel = inquire(ask, `/instalment-plan-simulator?${query}`, (answer) => {
      if (!answer) show('failed')
      else if (answer.status === 200) tell(answer.body, told)
      else refuse()
    })
  }
  return { read, stop: () => cancel() }
}
