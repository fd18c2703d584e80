import type { SpanStart } from '../../lib/tracing.ts'

const firstTable =
  /\b(?:from|into|update|copy)\s+(?:only\s+)?"?([a-z_][a-z_0-9]*(?:"?\."?[a-z_][a-z_0-9]*)?)/i

/** A statement as a span, named by what it does and to which table; neither its text nor its values are told. */
export function statementSpan(text: string): SpanStart {
  const [, verb = 'statement'] = /^\s*([a-z]+)/i.exec(text) ?? []
  const operation = verb.toUpperCase()
  const table = firstTable.exec(text)?.[1]?.replaceAll('"', '')
  return {
    name: table === undefined ? operation : `${operation} ${table}`,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.collection.name': table,
    },
  }
}
