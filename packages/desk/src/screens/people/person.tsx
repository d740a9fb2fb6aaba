import { ObjectPage } from '../../parts/object-page.tsx'
import { Block } from '../../parts/page.tsx'
import { Facts, Moment, Money, NONE, StoreLink, Words } from '../../parts/values.tsx'
import { BlockedState, DocumentOf, Name, type WholePerson } from '../../parts/who.tsx'
import { href } from '../../shell/place.ts'
import type { ScreenProps } from '../../shell/screen-props.ts'
import { tb } from '../../texts/book.ts'
import { t, word } from '../../texts/texts.ts'
import { Blocking } from './blocking.tsx'
import { PersonExport } from './export.tsx'
import { Exposure } from './exposure.tsx'
import { PersonLoans, PersonOrders } from './holdings.tsx'
import { PersonActs } from './person-acts.tsx'
import { Reveal } from './reveal.tsx'

export const Screen = ({ params: { id = '' } }: ScreenProps) => (
  <ObjectPage<WholePerson>
    path={`/lender/people/${encodeURIComponent(id)}`}
    title={() => t.screens.person}
    heading={(person) => <Name person={person} />}
    more={(person) =>
      (person.blocked ?? person.erased) !== null && <BlockedState person={person} />
    }
  >
    {(person) => <Whole person={person} />}
  </ObjectPage>
)

function Whole({ person }: { person: WholePerson }) {
  const { id } = person
  return (
    <>
      <PersonFacts person={person} />
      <div class="columns wide-first">
        <div class="stack">
          <Block title={tb.person.exposure}>
            <Exposure exposure={person.exposure} />
          </Block>
          <Block
            title={t.screens.loans}
            more={<a href={href('/loans', `person-id=${id}`)}>{tb.person.all}</a>}
          >
            <PersonLoans id={id} />
          </Block>
          <Block
            title={t.screens.orders}
            more={<a href={href('/orders', `person-id=${id}`)}>{tb.person.all}</a>}
          >
            <PersonOrders id={id} />
          </Block>
        </div>
        <div class="stack">
          <Block title={tb.person.reveal}>
            <Reveal id={id} currency={person.exposure.currency} />
          </Block>
          <Block title={tb.person.duplicates}>
            <Duplicates person={person} />
          </Block>
          <Block title={tb.person.blocking}>
            <Blocking person={person} />
          </Block>
          <Block title={tb.person.export}>
            <PersonExport id={id} />
          </Block>
          <PersonActs person={person} />
        </div>
      </div>
    </>
  )
}

const text = (value: string | null) => (value === null ? NONE : <Words>{value}</Words>)

function PersonFacts({ person }: { person: WholePerson }) {
  const { phone, email, birthday, created, late, written_off: written, attempts, store } = person
  const { merged_into: into } = person
  const { currency } = person.exposure
  return (
    <Facts
      facts={[
        ['document_id-type', <DocumentOf key="document" person={person} />],
        ...(into === null
          ? []
          : [
              [
                'merged_into',
                <a key="into" href={href(`/people/${into}`)}>
                  {into.slice(0, 8)}
                </a>,
              ] as const,
            ]),
        ['phone', text(phone)],
        ['email', text(email)],
        ['birthday', text(birthday)],
        ['late_instalments', late],
        [
          'written_off',
          written === null ? NONE : <Money key="off" amount={written} currency={currency} />,
        ],
        ['attempts', attempts],
        ...(store === null ? [] : ([['store', <StoreLink key="store" store={store} />]] as const)),
        ['created', <Moment key="created" at={created} />],
      ]}
    />
  )
}

/** A hint to a person, and no more. */
function Duplicates({ person: { possible_duplicates: others } }: { person: WholePerson }) {
  if (others.length === 0) return <p class="hint">{tb.person.noDuplicates}</p>
  return (
    <ul class="rows">
      {others.map((other) => (
        <li key={other.id}>
          <div>
            <a href={href(`/people/${other.id}`)}>
              <Name person={other} />
            </a>
            <p class="hint">
              <DocumentOf person={other} /> · {tb.person.same(other.because.map(word).join(', '))}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
