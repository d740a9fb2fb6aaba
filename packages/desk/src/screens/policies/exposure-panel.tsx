import { nameOf } from '../../client/unanswered.ts'
import { differencesOf } from '../../parts/differences.ts'
import { Area, Field } from '../../parts/form.tsx'
import { count, dayAndTime } from '../../parts/format.ts'
import { Changes } from '../../parts/money/effects.tsx'
import { WishPanel } from '../../parts/money/wish-panel.tsx'
import { tb } from '../../texts/book.ts'
import { th } from '../../texts/house.ts'
import { word } from '../../texts/texts.ts'
import { type Policy, readPolicy, startOf, wishOf } from './exposure-form.ts'

type ExposurePanelProps = { readonly policy: Policy; readonly onClose: () => void }

/** Its effect on earlier decisions is shown before it is requested. */
export function ExposurePanel({ policy, onClose }: ExposurePanelProps) {
  return (
    <WishPanel
      title={th.policies.sentence}
      name={nameOf('policy', 'exposure')}
      path="/lender/exposure-policy"
      method="PATCH"
      code="routine"
      start={startOf(policy)}
      wish={(values) => wishOf(policy, values)}
      sentence={() => th.policies.sentence}
      fields={(values) => <Fields values={values} />}
      changes={(tried) => <Tried policy={policy} next={{ ...policy, ...tried }} />}
      onClose={onClose}
    />
  )
}

function Fields({ values }: { values: Parameters<typeof readPolicy>[0] }) {
  const { amount, rates } = readPolicy(values)
  return (
    <>
      <Field
        label={th.policies.currency}
        input={{
          ...{ name: 'currency', maxLength: 3, autoComplete: 'off' },
          defaultValue: values.currency,
        }}
      />
      <Field
        label={th.policies.most}
        hint={th.policies.mostMore}
        faults={amount === undefined ? [tb.list.wrongAmount] : []}
        input={{
          ...{ name: 'exposure_max', inputMode: 'decimal', autoComplete: 'off' },
          defaultValue: values.exposure_max,
        }}
      />
      <Area
        label={th.policies.ratesField}
        hint={rates === undefined ? th.policies.wrongRates : th.policies.ratesMore}
        area={{ name: 'rates', defaultValue: values.rates }}
      />
    </>
  )
}

/** Next to the present policy, with the changed outcomes of decisions. */
function Tried({ policy, next }: { policy: Policy; next: Policy }) {
  const currency = next.currency ?? policy.currency ?? 'EUR'
  const changes = differencesOf(saidBy(policy), saidBy(next), currency)
  return (
    <>
      <Changes changes={changes} />
      {next.replay && <Replay replay={next.replay} />}
    </>
  )
}

/** The currency is not from a fixed list here: it may change. */
const saidBy = ({ currency, exposure_max, rates }: Policy) => ({ currency, exposure_max, rates })

function Replay({ replay }: { replay: NonNullable<Policy['replay']> }) {
  const { changed, decisions, since, unknown, complete } = replay
  const all = changed.reduce((sum, each) => sum + each.count, 0)
  return (
    <section class="note" aria-label={th.policies.replay}>
      <p>
        <strong>{th.policies.otherwise(count(all), count(decisions), dayAndTime(since))}</strong>
      </p>
      <ul>
        {changed.map(({ from, to, count: many }) => (
          <li key={`${from} ${to}`}>
            {word(from)} → {word(to)}: {count(many)}
          </li>
        ))}
      </ul>
      {unknown > 0 && <p>{th.policies.unknown(count(unknown))}</p>}
      {!complete && <p>{th.policies.cut}</p>}
    </section>
  )
}
