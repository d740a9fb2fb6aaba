import { Page } from '../../parts/page.tsx'
import { Period } from '../../parts/statement.tsx'
import { t } from '../../texts/texts.ts'

export const Screen = () => (
  <Page title={t.screens.statements}>
    <Period path="/me/statement" file="/me/statement.csv" />
  </Page>
)
