/** The store's own settings: its pages, its notifications, and narrowing its terms. */
import type { Answered, StoreAnswer } from '@svc/api'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Failure } from '../../client/api.ts'
import { write } from '../../client/writing.ts'
import { faultsOf, unreadable } from '../../parts/faults.ts'
import { Area, Field, Form, useSending } from '../../parts/form.tsx'
import { amountText, money } from '../../parts/format.ts'
import { parseAmount } from '../../parts/list/amounts.ts'
import { Block } from '../../parts/page.tsx'
import { Permitted } from '../../parts/permitted.tsx'
import { isSandbox } from '../../shell/place.ts'
import { tb } from '../../texts/book.ts'
import { to } from '../../texts/own.ts'
import { heading, word } from '../../texts/texts.ts'
import { numbersIn } from './campaign-form.tsx'

export type Store = Answered<typeof StoreAnswer>
type Product = Store['products'][number]
type Values = Readonly<Record<string, string>>

export const Settings = ({ store }: { store: Store }) => (
  <>
    <Part store={store} title={to.settings.offer} bodyOf={offerIn}>
      {({ products, terms }, failure) =>
        products.map((product, index) => (
          <Bounds
            key={`${product.type} ${product.currency}`}
            {...{ terms, product, index, failure }}
          />
        ))
      }
    </Part>
    <Part store={store} title={to.settings.pages} bodyOf={pagesIn}>
      {({ url, locales, origins, browser_checkout: isOpen }, failure) => (
        <>
          <Text name="url" text={url ?? ''} failure={failure} />
          <Text
            name="locales"
            text={locales.join(', ')}
            hint={to.settings.localesMore}
            failure={failure}
          />
          <Area
            label={word('origins')}
            hint={[to.settings.originsMore, ...faultsOf(failure, 'origins')].join(' ')}
            area={{ name: 'origins', defaultValue: origins.join('\n') }}
          />
          <label class="check">
            <input type="checkbox" name="browser_checkout" defaultChecked={isOpen} />
            {word('browser_checkout')}
          </label>
        </>
      )}
    </Part>
    <Part store={store} title={to.settings.notifications} bodyOf={notificationsIn}>
      {({ notification_url: url, confirmation_timeout: minutes }, failure) => (
        <>
          <Text name="notification_url" text={url ?? ''} failure={failure} />
          <Text
            name="confirmation_timeout"
            text={String(minutes)}
            hint={to.settings.minutes}
            failure={failure}
          />
        </>
      )}
    </Part>
  </>
)

type PartProps = {
  readonly store: Store
  readonly title: string
  readonly bodyOf: (values: Values, shown: Store) => object
  readonly children: (shown: Store, failure: Failure | undefined) => ComponentChildren
}

/** Sends changed fields only, and nothing that somebody else changes meanwhile. */
function Part({ store, title, bodyOf, children }: PartProps) {
  const sending = useSending()
  const [shown, setShown] = useState(store)
  const [isSaved, setSaved] = useState(false)
  const save = async (values: Values) => {
    setSaved(false)
    const before = new Map<string, unknown>(Object.entries(shown))
    const changed = Object.entries(bodyOf(values, shown)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name)),
    )
    const body = Object.fromEntries(changed)
    setShown(await write<Store>({ method: 'PATCH', path: '/me', sandbox: isSandbox.value, body }))
    setSaved(true)
  }
  return (
    <Block title={title}>
      <Permitted permission="settings:write" what={to.save}>
        <Form sending={sending} button={to.save} onSend={save}>
          {children(shown, sending.failure)}
        </Form>
        {isSaved && (
          <p class="note" role="status">
            {to.saved}
          </p>
        )}
      </Permitted>
    </Block>
  )
}

type TextProps = {
  readonly name: string
  readonly label?: string
  readonly text: string
  readonly hint?: string
  readonly failure: Failure | undefined
  /** The service's name of the field in errors; absent: its own. */
  readonly path?: string
}

const Text = ({ name, label = word(name), text, hint, failure, path = name }: TextProps) => (
  <Field
    label={label}
    {...(hint === undefined ? {} : { hint })}
    faults={faultsOf(failure, path)}
    input={{ name, defaultValue: text, autoComplete: 'off' }}
  />
)

/** Empty: none. */
const orNull = (text = ''): string | null => (text.trim() === '' ? null : text.trim())

const pagesIn = ({ url, locales = '', origins = '', ...others }: Values) => ({
  url: orNull(url),
  locales: locales.split(/[\s,]+/).filter(Boolean),
  origins: origins.split(/\s+/).filter(Boolean),
  browser_checkout: 'browser_checkout' in others,
})

const notificationsIn = ({ notification_url: url, confirmation_timeout: minutes }: Values) => ({
  notification_url: orNull(url),
  confirmation_timeout: Number(minutes),
})

const BOUNDS = ['min_amount', 'max_amount'] as const

type BoundsProps = {
  readonly terms: Store['terms']
  readonly product: Product
  readonly index: number
  readonly failure: Failure | undefined
}

/** Next to each field the limit of the terms: the service refuses more. */
function Bounds({ terms, product, index, failure }: BoundsProps) {
  const { type, currency, num_instalments: counts } = product
  const allowed = terms.products.find((each) => each.type === type && each.currency === currency)
  return (
    <fieldset class="form">
      <legend class="soft">{`${heading(type)} · ${currency}`}</legend>
      <div class="pair">
        {BOUNDS.map((name) => (
          <Text
            key={name}
            failure={failure}
            name={`${index} ${name}`}
            path={`products.${index}.${name}`}
            label={word(name)}
            text={amountText(product[name])}
            hint={to.settings.allowed(allowed ? money(allowed[name], currency) : '–')}
          />
        ))}
        {(allowed?.num_instalments.length ?? 0) > 1 && (
          <Text
            failure={failure}
            name={`${index} num_instalments`}
            path={`products.${index}.num_instalments`}
            label={word('num_instalments')}
            text={counts.join(', ')}
            hint={to.settings.allowed(allowed?.num_instalments.join(', ') ?? '')}
          />
        )}
      </div>
    </fieldset>
  )
}

/** The whole list: missing products are not offered. Throws a `Failure` for an invalid amount. */
function offerIn(values: Values, { products }: Store) {
  const wrong: Record<string, string[]> = {}
  const narrowed = products.map((product, index) => {
    const [least, most] = BOUNDS.map((name) => {
      const amount = parseAmount(values[`${index} ${name}`] ?? '')
      if (amount === undefined) wrong[`products.${index}.${name}`] = [tb.list.wrongAmount]
      return amount
    })
    const counts = values[`${index} num_instalments`]
    return {
      ...{ ...product, min_amount: least, max_amount: most },
      ...(counts === undefined ? {} : { num_instalments: numbersIn(counts) }),
    }
  })
  if (Object.keys(wrong).length > 0) throw unreadable(wrong)
  return { products: narrowed }
}
