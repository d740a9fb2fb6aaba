import { useState } from 'preact/hooks'
import { useAnswer } from '../../client/answers.ts'
import { Request } from '../../parts/list/request.tsx'
import { ActButton } from '../../parts/money/act-button.tsx'
import { Pending } from '../../parts/money/pending.tsx'
import { Block } from '../../parts/page.tsx'
import { Answered } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { Facts, Money, NONE } from '../../parts/values.tsx'
import { th } from '../../texts/house.ts'
import type { Policy } from './exposure-form.ts'
import { ExposurePanel } from './exposure-panel.tsx'

const PATH = '/lender/exposure-policy'

/** In no mode: its effects are those of the shown mode. */
export function Exposure() {
  const known = useAnswer<Policy>(PATH)
  return (
    <Block title={th.policies.exposure}>
      <Answered known={known}>{(policy) => <Whole policy={policy} />}</Answered>
      <Request path={PATH} />
    </Block>
  )
}

function Whole({ policy }: { policy: Policy }) {
  const [isOpen, setOpen] = useState(false)
  const { version, currency, exposure_max: most, rates } = policy
  return (
    <div class="stack">
      <Facts
        facts={[
          ['version', version === 0 ? th.policies.neverSet : version],
          ['currency', currency ?? NONE],
          [
            'exposure_max',
            most === null || currency === null ? (
              th.policies.asStores
            ) : (
              <Money key="most" amount={most} currency={currency} />
            ),
          ],
        ]}
      />
      <h3>{th.policies.rates}</h3>
      {rates.length === 0 ? (
        <p class="hint">{th.policies.noRates}</p>
      ) : (
        <Table
          isNarrow
          label={th.policies.rates}
          rows={rates}
          keyOf={(each) => each.currency}
          cells={[
            { name: 'currency', cell: (each) => each.currency },
            { name: 'rate', isEnd: true, cell: ({ rate }) => `${rate} ${currency}` },
          ]}
        />
      )}
      <Pending objectId="exposure" />
      <ul class="acts">
        <ActButton
          name={th.policies.change}
          permission="policies:write"
          isOpen={isOpen}
          onOpen={() => setOpen(true)}
        />
      </ul>
      {isOpen && <ExposurePanel policy={policy} onClose={() => setOpen(false)} />}
    </div>
  )
}
