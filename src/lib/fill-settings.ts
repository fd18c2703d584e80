import { z } from 'zod'
import { fillVariables, type MissingVariable } from './template-variables.ts'

const parsedFile = z.looseObject({ sources: z.array(z.looseObject({})) })

/** Variables are filled into the settings of the entries in use: elsewhere they would show in names and messages. */
export function fillSettings(template: unknown, environment: NodeJS.ProcessEnv) {
  const missing: MissingVariable[] = []
  const parsed = parsedFile.safeParse(template)
  if (!parsed.success) return { content: template, missing, misplaced: fillVariables(template, {}).missing }
  const bare = parsed.data.sources.map(({ settings: _settings, ...entry }) => entry)
  const sources = parsed.data.sources.map((entry, index) => {
    if (entry['enabled'] === false || entry['settings'] === undefined) return entry
    const filled = fillVariables(entry['settings'], environment)
    missing.push(
      ...filled.missing.map(({ path, name }) => ({ path: `sources[${index}].settings.${path}`, name })),
    )
    return { ...entry, settings: filled.content }
  })
  const { missing: misplaced } = fillVariables({ ...parsed.data, sources: bare }, {})
  return { content: { ...parsed.data, sources }, missing, misplaced }
}
