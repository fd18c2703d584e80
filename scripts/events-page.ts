import { z } from 'zod'
import type { ToldEvent } from '../src/operation/index.ts'

/** The catalogue of events as a page: what is told, when, and with which payload. */
export function eventsPage(events: readonly ToldEvent[]): string {
  const parts = events.map(({ key, group, describe, schema, example }) => {
    const { $schema: _dialect, ...shape } = z.toJSONSchema(schema) as { $schema?: string }
    return [
      `## ${key}`,
      `${describe} Group: ${group}.`,
      fenced(example),
      '<details><summary>Schema</summary>',
      fenced(shape),
      '</details>',
    ].join('\n\n')
  })
  const intro =
    'What happens to an organization and is told, by `GET /v1/events` and by webhooks: the key, when it happens, and the payload.'
  return `${['# Events', intro, ...parts].join('\n\n')}\n`
}

const fenced = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``
