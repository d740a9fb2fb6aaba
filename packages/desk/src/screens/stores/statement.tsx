import { Page } from '../../parts/page.tsx'
import { Period } from '../../parts/statement.tsx'
import { href } from '../../shell/place.ts'
import type { ScreenProps } from '../../shell/screen-props.ts'
import { t } from '../../texts/texts.ts'

export function Screen({ params: { id = '' } }: ScreenProps) {
  const path = `/lender/statements/${encodeURIComponent(id)}`
  return (
    <Page title={t.screens.statement} more={<a href={href(`/stores/${id}`)}>{t.screens.store}</a>}>
      <Period path={path} file={`${path}/statement.csv`} />
    </Page>
  )
}
