import { valueText } from '../../parts/differences.ts'
import { word } from '../../texts/texts.ts'
// Limits are called as where they are set.
import '../../texts/house.ts'

type ValuesProps = { readonly value: object; readonly currency: string }

/** Whatever was judged, member by member. */
export const Values = ({ value, currency }: ValuesProps) => (
  <dl class="values">
    {Object.entries(value).map(([name, each]) => (
      <div key={name}>
        <dt>{word(name)}</dt>
        <dd>
          {typeof each === 'object' && each !== null && !Array.isArray(each) ? (
            <Values value={each} currency={currency} />
          ) : (
            valueText(name, each, currency)
          )}
        </dd>
      </div>
    ))}
  </dl>
)
