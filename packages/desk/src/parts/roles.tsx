/** Staff and their roles, of the lender and of stores. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useRoleChange } from '../client/powers.ts'
import { write } from '../client/writing.ts'
import { tb } from '../texts/book.ts'
import { hasWord, word } from '../texts/texts.ts'
import { ApprovalNote, approvalIn } from './approval.tsx'
import { CopyButton } from './copy.tsx'
import { Field, Form, useSending } from './form.tsx'
import { Block } from './page.tsx'
import { Permitted } from './permitted.tsx'

type GainsProps = { readonly before: readonly string[]; readonly after: readonly string[] }

/** The permissions gained and lost with other roles, before they are granted. */
export function Gains({ before, after }: GainsProps) {
  const changed = useRoleChange(before, after)
  return (
    <div class="stack" aria-live="polite">
      {(['gained', 'lost'] as const).map(
        (which) =>
          changed[which].length > 0 && (
            <section key={which}>
              <h3>{tb.roles[which]}</h3>
              <ul>
                {changed[which].map((each) => (
                  <li key={each}>{hasWord(each) ? word(each) : <code>{each}</code>}</li>
                ))}
              </ul>
            </section>
          ),
      )}
      <p class="hint">{tb.roles.more}</p>
    </div>
  )
}

type ChangeProps = { readonly name: string; readonly onChange: () => void }

export const ChangeRole = ({ name, onChange }: ChangeProps) => (
  <button type="button" class="small" aria-label={`${tb.roles.change}: ${name}`} onClick={onChange}>
    {tb.roles.button}
  </button>
)

/** `link`: to enrol with, shown only once; null: they can sign in already. */
type Invitation = { readonly link: string | null }

type InviteProps = {
  readonly path: string
  /** Shown if there is no link. */
  readonly joined?: string
  readonly isOff?: boolean
  /** The request body; by default the values of the form. */
  readonly bodyOf?: (values: Readonly<Record<string, string>>) => object
  readonly onSent?: () => void
  /** Their roles. */
  readonly children: ComponentChildren
}

/** If a second person has to approve, the maker receives the link after that. */
export const Invite = (props: InviteProps) => (
  <Block title={tb.roles.invite}>
    <Permitted permission="staff:write" what={tb.roles.invite}>
      <Invitations {...props} />
    </Permitted>
  </Block>
)

function Invitations({ path, joined, isOff, bodyOf, onSent, children }: InviteProps) {
  const sending = useSending()
  const [answer, setAnswer] = useState<Invitation>()
  if (answer !== undefined) {
    const waiting = approvalIn(answer)
    return (
      <div class="stack">
        {waiting === undefined ? (
          <Invited link={answer.link} joined={joined} />
        ) : (
          <ApprovalNote id={waiting} />
        )}
        <button type="button" onClick={() => setAnswer(undefined)}>
          {tb.roles.another}
        </button>
      </div>
    )
  }
  return (
    <Form
      sending={sending}
      button={tb.roles.invite}
      isOff={isOff === true}
      onSend={async (values) => {
        const body = bodyOf?.(values) ?? values
        setAnswer(await write({ method: 'POST', path, body }))
        onSent?.()
      }}
    >
      <Field label={word('name')} input={{ name: 'name', required: true, autocomplete: 'off' }} />
      <Field
        label={word('email')}
        input={{ name: 'email', type: 'email', required: true, autocomplete: 'off' }}
      />
      {children}
    </Form>
  )
}

type InvitedProps = Invitation & { readonly joined: string | undefined }

const Invited = ({ link, joined }: InvitedProps) => (
  <div class="note" role="status">
    <p>{link === null ? joined : tb.roles.link}</p>
    {link !== null && (
      <p>
        <code class="secret">{link}</code> <CopyButton text={link} />
      </p>
    )}
  </div>
)
