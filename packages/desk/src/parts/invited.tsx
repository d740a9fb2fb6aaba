import { tb } from '../texts/book.ts'
import { CopyButton } from './copy.tsx'

type InvitedProps = {
  /** Where they make their factors, shown this once; null: they can sign in already. */
  readonly link: string | null
  /** Said where there is none. */
  readonly joined?: string
}

export const Invited = ({ link, joined }: InvitedProps) => (
  <div class="note" role="status">
    <p>{link === null ? joined : tb.roles.link}</p>
    {link !== null && (
      <p>
        <code class="secret">{link}</code> <CopyButton text={link} />
      </p>
    )}
  </div>
)
