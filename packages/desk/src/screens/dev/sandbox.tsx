/** The sandbox by click: its clock, and test buyers who sign. */
import { Page } from '../../parts/page.tsx'
import { href, isSandbox, place } from '../../shell/place.ts'
import { td } from '../../texts/dev.ts'
import { t } from '../../texts/texts.ts'
import { Buyers } from './buyers.tsx'
import { Clock } from './clock.tsx'

export const Screen = () => (
  <Page title={t.screens.sandbox}>
    {isSandbox.value ? (
      <div class="columns">
        <Clock />
        <Buyers />
      </div>
    ) : (
      <p class="note">
        {td.sandbox.only}{' '}
        <a href={href(place.value.path, '', { sandbox: true })}>{t.mode.to(t.mode.sandbox)}</a>
      </p>
    )}
  </Page>
)
