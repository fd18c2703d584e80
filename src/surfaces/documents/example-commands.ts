import { curlCommand, idDeclaration, type AnyOperation, type Registry } from '../../operation/index.ts'

interface Commands {
  registry: Registry
  baseUrl: string
}

/** Commands a reader may paste into a shell: first the calls whose answers supply ids for the example, then the example. */
export function exampleCommands(operation: AnyOperation, commands: Commands): string {
  const input = { ...(operation.examples[0]?.input as Record<string, unknown> | undefined) }
  const steps: string[] = []
  for (const { member, maker, answeredAs } of idsToMake(operation, input, commands)) {
    const name = member.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()
    const first = `grep -o '"${answeredAs}":"[^"]*"' | head -n 1 | cut -d '"' -f 4`
    steps.push(
      `# From an answer of ${maker.id}.`,
      `${name}=$(${makeCommand(maker, commands)} \\\n  | ${first})`,
    )
    input[member] = makeMark(name)
  }
  return [...steps, makeCommand(operation, commands, input)].join('\n')
}

interface Made {
  member: string
  maker: AnyOperation
  /** The first member of that name anywhere in the maker's answer. */
  answeredAs: string
}

/** Members of the example that take a value from the answer of another operation's example. */
function idsToMake(
  operation: AnyOperation,
  input: Readonly<Record<string, unknown>>,
  { registry }: Commands,
): Made[] {
  return Object.entries(operation.input.shape).flatMap(([member, schema]): Made[] => {
    const declared = idDeclaration(schema)
    if (typeof input[member] !== 'string' || declared === undefined || declared.names === 'outside') return []
    // A deployment may call the maker by another name, which `follows` has.
    const maker = registry.find(declared.madeBy ?? '') ?? registry.find(operation.follows ?? '')
    // Files belong to the reader, and anything that follows several answers is a recipe.
    if (maker === undefined || maker.follows !== undefined || maker.file !== undefined) return []
    const answered = maker.output.shape
    const answeredAs = declared.madeBy !== undefined || member in answered ? member : 'id'
    return answeredAs === 'id' && !('id' in answered) ? [] : [{ member, maker, answeredAs }]
  })
}

/** `$NAME` in double quotes between two texts in single quotes, wherever its mark stands. */
const makeCommand = (operation: AnyOperation, { baseUrl }: Commands, input = operation.examples[0]?.input) =>
  curlCommand(operation, { baseUrl, input: input ?? {} })
    .replaceAll(/__SET_([A-Z_]+?)__/g, `'"$$$1"'`)
    .replaceAll(`"''`, '"')

const makeMark = (name: string): string => `__SET_${name}__`
