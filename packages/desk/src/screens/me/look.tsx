import {
  allowSingleKeys,
  chooseDensity,
  chooseTheme,
  density,
  keep,
  singleKeys,
  theme,
} from '../../client/preferences.ts'
import { tm } from '../../texts/me.ts'
import { languages } from '../../texts/texts.ts'

const names = { es: 'Español', en: 'English' } as const

type ChoiceProps<Name extends string> = {
  readonly label: string
  readonly names: Readonly<Record<Name, string>>
  readonly all: readonly Name[]
  readonly chosen: Name
  readonly onChoose: (name: Name) => void
}

function Choice<Name extends string>(props: ChoiceProps<Name>) {
  const { label, names, all, chosen, onChoose } = props
  return (
    <fieldset class="choice">
      <legend>{label}</legend>
      {all.map((name) => (
        <label key={name} class="check">
          <input
            type="radio"
            name={label}
            checked={name === chosen}
            onChange={() => onChoose(name)}
          />
          {names[name]}
        </label>
      ))}
    </fieldset>
  )
}

/** Stored in this browser only. */
export function Look() {
  const language = document.documentElement.lang === 'es' ? 'es' : 'en'
  return (
    <div class="form">
      <Choice
        label={tm.language}
        names={names}
        all={languages}
        chosen={language}
        onChoose={(name) => {
          keep('language', name)
          location.reload()
        }}
      />
      <Choice
        label={tm.theme}
        names={tm.themes}
        all={['system', 'light', 'dark']}
        chosen={theme.value}
        onChoose={chooseTheme}
      />
      <Choice
        label={tm.density}
        names={tm.densities}
        all={['normal', 'compact']}
        chosen={density.value}
        onChoose={chooseDensity}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={singleKeys.value}
          onChange={() => allowSingleKeys(!singleKeys.value)}
        />
        {tm.singleKeys}
      </label>
    </div>
  )
}
