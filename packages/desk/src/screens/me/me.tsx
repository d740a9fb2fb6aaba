/** The user's account: their factors, their sessions, the look of the desk. */
import { me, signOut } from '../../client/session.ts'
import { rolesOf } from '../../client/store.ts'
import { Fault, useSending } from '../../parts/form.tsx'
import { Block, Page } from '../../parts/page.tsx'
import { Facts, Words } from '../../parts/values.tsx'
import { tm } from '../../texts/me.ts'
import { t, word } from '../../texts/texts.ts'
import { Factors } from './factors.tsx'
import { Look } from './look.tsx'
import { Sessions } from './sessions.tsx'

export function Screen() {
  const sending = useSending()
  if (!me.value) return null
  const { name, email, roles, session } = me.value
  return (
    <Page
      title={t.screens.me}
      more={
        <button type="button" onClick={() => void sending.send(signOut)}>
          {t.signOut}
        </button>
      }
    >
      <Fault failure={sending.failure} />
      {session.kind === 'enrolment' && (
        <p class="note">
          {tm.enrolment} {roles.includes('admin') && tm.secondAdmin}
        </p>
      )}
      <Facts
        facts={[
          ['name', <Words key="name">{name}</Words>],
          ['email', <Words key="email">{email}</Words>],
          ['roles', rolesOf().map(word).join(', ')],
        ]}
      />
      <div class="columns">
        <Block title={tm.factors}>
          <Factors />
        </Block>
        <Block title={tm.sessions}>
          <Sessions />
        </Block>
        <Block title={tm.look}>
          <Look />
        </Block>
      </div>
    </Page>
  )
}
