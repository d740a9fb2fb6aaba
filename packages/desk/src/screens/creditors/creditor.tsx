/** A creditor: its printed details, and each version next to the previous one. */
import type { Answered as AnswerOf, CreditorAnswer } from '@svc/api'
import { differencesOf } from '../../parts/differences.ts'
import { Changes } from '../../parts/money/effects.tsx'
import { ObjectPage } from '../../parts/object-page.tsx'
import { Facts, Moment, NONE, Words } from '../../parts/values.tsx'
import { href } from '../../shell/place.ts'
import type { ScreenProps } from '../../shell/screen-props.ts'
import { th } from '../../texts/house.ts'
import { t } from '../../texts/texts.ts'
import { CreditorActs } from './creditor-acts.tsx'
import { identityOf } from './identity.ts'

type Creditor = AnswerOf<typeof CreditorAnswer>

export const Screen = ({ params: { id = '' } }: ScreenProps) => (
  <ObjectPage<Creditor>
    path={`/lender/creditors/${encodeURIComponent(id)}`}
    title={(creditor) => creditor?.name ?? t.screens.creditor}
    more={
      <nav class="buttons" aria-label={t.screens.creditor}>
        <a href={href('/loans', new URLSearchParams({ 'creditor-id': id }).toString())}>
          {th.creditors.loans}
        </a>
        <a href={href('/log', new URLSearchParams({ 'object-id': id }).toString())}>
          {th.terms.log}
        </a>
      </nav>
    }
  >
    {(creditor) => <Whole creditor={creditor} />}
  </ObjectPage>
)

function Whole({ creditor }: { creditor: Creditor }) {
  const { version, versions } = creditor
  return (
    <>
      <Facts
        facts={[
          ['version', version],
          ...Object.entries(identityOf(creditor)).map(
            ([name, value]) =>
              [name, value === null ? NONE : <Words key={name}>{value}</Words>] as const,
          ),
        ]}
      />
      <div class="stack">
        <CreditorActs creditor={creditor} />
        {versions.map((each, index) => (
          <Version key={each.version} version={each} before={versions[index + 1]} />
        ))}
      </div>
    </>
  )
}

type Version = Creditor['versions'][number]
type VersionProps = { readonly version: Version; readonly before: Version | undefined }

function Version({ version, before }: VersionProps) {
  const title = before === undefined ? th.terms.first : th.terms.against(before.version)
  return (
    <details class="block" open={before !== undefined}>
      <summary>
        <strong>{th.terms.version(version.version)}</strong> <Moment at={version.created} />
      </summary>
      <div class="stack">
        <h2>{title}</h2>
        <Changes
          changes={differencesOf(before ? identityOf(before) : {}, identityOf(version), '')}
          label={title}
        />
      </div>
    </details>
  )
}
