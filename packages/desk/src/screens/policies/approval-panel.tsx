import { nameOf, type Values } from '../../client/unanswered.ts'
import { Choice } from '../../parts/choice.tsx'
import { Field } from '../../parts/form.tsx'
import { Changes } from '../../parts/money/effects.tsx'
import { WishPanel } from '../../parts/money/wish-panel.tsx'
import { ta } from '../../texts/acts.ts'
import { tb } from '../../texts/book.ts'
import { th } from '../../texts/house.ts'
import { word } from '../../texts/texts.ts'
import { keyOf, nameIn, type Policy, rowsIn, rulesIn, startOf } from './approval-form.ts'
import { aloneMax, ruleName } from './approval-rule.ts'

type PanelProps = { readonly policy: Policy; readonly onClose: () => void }

/**
 * The limits of one person; the actions that always need two are listed, too, and cannot be
 * changed.
 */
export function ApprovalPanel({ policy, onClose }: PanelProps) {
  return (
    <WishPanel
      title={th.policies.sentence}
      name={nameOf('policy', 'approval')}
      path="/lender/approval-policy"
      method="PATCH"
      code="routine"
      start={startOf(policy)}
      wish={(values) => {
        const rules = rulesIn(values)
        return rules && { version: policy.version, rules }
      }}
      sentence={() => th.policies.sentence}
      fields={(values) => <Fields policy={policy} values={values} />}
      changes={({ rules = [] }) => <Changes changes={changesOf(policy.rules, rules)} />}
      onClose={onClose}
    />
  )
}

const ROLES = ['support', 'collections', 'risk', 'finance', 'admin', 'lender_key'] as const

function Fields({ policy: { actions }, values }: { policy: Policy; values: Values }) {
  const actionsFor = (chosen: string) =>
    actions
      .filter(({ action, floor }) => !floor || action === chosen)
      .map(({ action }) => [action, ta.acts.names[action]] as const)
  const fixed = actions.filter(({ floor }) => floor).map(({ action }) => ta.acts.names[action])
  return (
    <>
      <p class="hint">{th.policies.ruleMore}</p>
      {rowsIn(values).map(({ action, role, currency, most }, index) => (
        <fieldset class="choice" key={nameIn('action', index)}>
          <legend>{action === '' ? th.policies.newRule : th.policies.rule(index + 1)}</legend>
          <Choice
            label={word('action')}
            name={nameIn('action', index)}
            chosen={action}
            options={[['', th.policies.noRule], ...actionsFor(action)]}
          />
          <Choice
            label={word('role')}
            name={nameIn('role', index)}
            chosen={role}
            options={[['', th.policies.all], ...ROLES.map((each) => [each, word(each)] as const)]}
          />
          <Field
            label={word('currency')}
            input={{
              ...{ name: nameIn('currency', index), defaultValue: currency },
              ...{ maxLength: 3, autoComplete: 'off' },
            }}
          />
          <Field
            label={word('alone_max')}
            faults={most === undefined ? [tb.list.wrongAmount] : []}
            input={{
              ...{ name: nameIn('most', index), defaultValue: values[nameIn('most', index)] },
              ...{ inputMode: 'decimal', autoComplete: 'off' },
            }}
          />
        </fieldset>
      ))}
      <p>
        <strong>{th.policies.fixed}</strong> {fixed.join(', ')}
      </p>
    </>
  )
}

/** Rule by rule: the limit of one person before and after. */
function changesOf(before: Policy['rules'], after: Policy['rules']) {
  const [old, next] = [before, after].map(
    (rules) => new Map(rules.map((rule) => [keyOf(rule), rule])),
  )
  return [...new Set([...(old?.keys() ?? []), ...(next?.keys() ?? [])])].flatMap((key) => {
    const [one, other] = [old?.get(key), next?.get(key)]
    const rule = one ?? other
    if (rule === undefined || (one && other && one.alone_max === other.alone_max)) return []
    const text = (each: typeof one) => (each === undefined ? th.policies.byRole : aloneMax(each))
    return [{ name: ruleName(rule), old: text(one), next: text(other) }]
  })
}
