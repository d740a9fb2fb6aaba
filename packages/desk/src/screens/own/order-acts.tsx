import { useState } from 'preact/hooks'
import { valuesOf } from '../../client/unanswered.ts'
import { Field } from '../../parts/form.tsx'
import { money } from '../../parts/format.ts'
import { ActButton } from '../../parts/money/act-button.tsx'
import { Effects } from '../../parts/money/effects.tsx'
import { MoneyPanel, nameOf, type ReadForm } from '../../parts/money/money-panel.tsx'
import { Block } from '../../parts/page.tsx'
import { Words } from '../../parts/values.tsx'
import { ta } from '../../texts/acts.ts'
import { to } from '../../texts/own.ts'
import { t, word } from '../../texts/texts.ts'
import { type Act, acts, limitOf, lineNames, type Order, readForm, startOf } from './acts.ts'

/** What may be done to the order, each with why not where it may not. */
export function OrderActs({ order }: { order: Order }) {
  const { id, allowed_actions: allowed } = order
  // What was on its way when the page was left has its panel again.
  const [open, setOpen] = useState<Act | undefined>(() =>
    acts.find(({ name }) => valuesOf(nameOf(name, id)) !== undefined),
  )
  const reasonOf = ({ name }: Act) => {
    const each = allowed[name]
    return each.allowed ? undefined : word(each.reason)
  }
  return (
    <Block title={ta.acts.title}>
      <ul class="acts">
        {acts.map((act) => (
          <ActButton
            key={act.name}
            name={to.acts.names[act.name]}
            permission="orders:write"
            isOpen={open === act}
            isStrong={act.isStrong === true}
            whyNot={reasonOf(act)}
            onOpen={() => setOpen(act)}
          />
        ))}
      </ul>
      {open && (
        <OrderPanel key={open.name} act={open} order={order} onClose={() => setOpen(undefined)} />
      )}
    </Block>
  )
}

type OrderPanelProps = {
  readonly act: Act
  readonly order: Order
  readonly onClose: () => void
}

function OrderPanel({ act, order, onClose }: OrderPanelProps) {
  const { id, currency, instalment_plan: plan } = order
  return (
    <MoneyPanel
      isShown
      title={to.acts.names[act.name]}
      name={nameOf(act.name, id)}
      path={`/orders/${id}${act.path}`}
      method={act.method ?? 'POST'}
      start={startOf(act, order)}
      read={(values) => readForm(act, order, values)}
      fields={(values, form) => <Fields {...{ act, order, values, form }} />}
      effects={(effects) => (
        <Effects
          effects={effects}
          currency={currency.code}
          before={plan?.loan ?? undefined}
          order={order}
        />
      )}
      onClose={onClose}
    />
  )
}

type FieldsProps = Pick<OrderPanelProps, 'act' | 'order'> & {
  readonly values: Readonly<Record<string, string>>
  readonly form: ReadForm
}

function Fields({ act: { name }, order, values, form }: FieldsProps) {
  if (name === 'cancel') return <p>{to.acts.cancelMore}</p>
  const { code } = order.currency
  const limit = limitOf(order.allowed_actions[name])
  const isWrong = name !== 'edit' && form.body === undefined && (values.amount ?? '') !== ''
  return (
    <>
      <Field
        label={`${name === 'edit' ? word('total_amount') : ta.acts.amount} (${code})`}
        hint={
          limit === undefined
            ? to.acts.signed(money(order.approved_amount, code))
            : to.acts.most(money(limit, code))
        }
        faults={isWrong ? [t.list.wrongAmount] : []}
        input={{
          ...{ name: 'amount', inputMode: 'decimal', autoComplete: 'off', required: true },
          defaultValue: values.amount,
        }}
      />
      {name === 'edit' && <Lines order={order} values={values} />}
    </>
  )
}

function Lines({ order: { articles, currency }, values }: Pick<FieldsProps, 'order' | 'values'>) {
  if (articles.length === 0) return null
  return (
    <fieldset class="form">
      <legend>{t.order.articles}</legend>
      <p class="hint">{to.acts.linesMore}</p>
      {articles.map((article, index) => {
        const names = lineNames(index)
        return (
          <fieldset key={names.price}>
            <legend class="soft">
              <Words>{article.name}</Words>
            </legend>
            <div class="pair">
              <Field
                label={word('quantity')}
                input={{
                  ...{ name: names.quantity, inputMode: 'numeric', autoComplete: 'off' },
                  defaultValue: values[names.quantity],
                }}
              />
              <Field
                label={`${word('price')} (${currency.code})`}
                input={{
                  ...{ name: names.price, inputMode: 'decimal', autoComplete: 'off' },
                  defaultValue: values[names.price],
                }}
              />
            </div>
          </fieldset>
        )
      })}
    </fieldset>
  )
}
