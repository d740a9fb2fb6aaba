/** Five figures of the lender: the first chart and table of each; each fails separately. */
import { useState } from 'preact/hooks'
import { useAnswer } from '../../client/answers.ts'
import { usePowers } from '../../client/powers.ts'
import { Block } from '../../parts/page.tsx'
import { Answered } from '../../parts/states.tsx'
import { href } from '../../shell/place.ts'
import { tf } from '../../texts/figures.ts'
import { loadWords } from '../../texts/texts.ts'
import { type Definition, definitions, type FigureName } from '../figures/definitions.ts'
import { Drawings } from '../figures/drawings.tsx'
import { type Figure, FigureTable } from '../figures/rows.tsx'

// Home itself does not need them.
await loadWords()

/** Those that use existing tallies: home is opened often. */
const NAMES = ['volume', 'decisions', 'settlements', 'payouts', 'income'] as const

/** Nothing that the user's roles do not permit. */
export function Glance() {
  const lineOf = usePowers()
  return NAMES.filter((name) => lineOf(definitions[name].permission)?.own).map((name) => (
    <OfHouse key={name} name={name} />
  ))
}

function OfHouse({ name }: { name: FigureName }) {
  const definition: Definition = definitions[name]
  const known = useAnswer<Figure>(`/lender/figures/${name}`)
  const [isOpen, setOpen] = useState(false)
  const first = { ...definition, drawings: definition.drawings.slice(0, 1) }
  return (
    <Block
      title={tf.names[name]}
      more={
        <a href={href(`/figures/${name}`)} aria-label={`${tf.whole}: ${tf.names[name]}`}>
          {tf.whole}
        </a>
      }
    >
      <Answered known={known} lines={8}>
        {({ results }) =>
          results.length === 0 ? (
            <p class="hint">{tf.none}</p>
          ) : (
            <>
              <Drawings name={name} definition={first} rows={results} />
              <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
                <summary>{tf.asTable}</summary>
                {isOpen && <FigureTable name={name} definition={definition} rows={results} />}
              </details>
            </>
          )
        }
      </Answered>
    </Block>
  )
}
