/** What stands in the shadow root of a widget as long as it lives. */
import { widgetStyle } from './widget-style.ts'
import { type Card, drawCard, make, type Simulation, type Told } from './widget-view.ts'

export type Frame = {
  readonly frame: HTMLElement
  readonly card: Card
  /** Tells changed figures to those who do not see them. */
  readonly said: HTMLElement
  /** Keeps the place that figures and law will take. */
  hold(told: Told): void
}

/** As long as representative examples are, with a name of a store and a fee in it. */
const EXAMPLE = 'tasa de '.repeat(42)

/** A shadow root is for ever: an element that comes back has the one of before. */
const roots = new WeakMap<Element, ShadowRoot>()

export function drawFrame(host: HTMLElement, brand: string): Frame {
  const root = roots.get(host) ?? host.attachShadow({ mode: 'open' })
  roots.set(host, root)
  const head = make('div', 'head')
  const details = make('details', '', make('summary', 'summary'), make('div', 'details'))
  const law = make('div', 'law')
  const ghost = make('div', 'ghost')
  const shown = make('div', 'shown', head, details, law)
  const said = make('p', 'said')
  const frame = make('div', '', make('div', 'card', ghost, shown), said)
  ghost.setAttribute('aria-hidden', 'true')
  ghost.inert = true
  said.setAttribute('role', 'status')
  root.replaceChildren(frame)
  dress(root, widgetStyle(brand))
  const card = { head, details, law }
  return {
    frame,
    card,
    said,
    hold(told) {
      if (ghost.hasChildNodes()) return
      drawCard(card, sampleOf(told), told)
      ghost.append(...shown.cloneNode(true).childNodes)
    },
  }
}

/** A constructed sheet is what a strict policy of the store lets pass; older browsers have none. */
function dress(root: ShadowRoot, rules: string): void {
  try {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    root.adoptedStyleSheets = [sheet]
  } catch {
    root.append(make('style', '', rules))
  }
}

/** What takes as much place as the answer will. */
function sampleOf({ amount }: Told): Simulation {
  const plan = {
    ...{ num_instalments: 12, amount, last_amount: 0, total_amount: amount, downpayment_amount: 0 },
    ...{ total_interest: 0, total_fees: 0, nominal_rate: 1e3, annual_equivalent: 1e3 },
    schedule: [{ due_date: '2020-12-31', amount: 0, interest: 0, fee: 0 }],
  }
  return {
    choices: [{ product: '', instalments: [plan, plan] }],
    options: { representative_example: EXAMPLE },
  }
}
