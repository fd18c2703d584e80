import { curlCommand, type Recipe, type RecipeStep, type Registry } from '../../operation/index.ts'

const makeAddress = ({ name }: Recipe) => `/ai-docs/recipe-${name}.md`

const listRecipes = (registry: Registry) => registry.operations.flatMap(({ recipe }) => recipe ?? [])

/** One page for each recipe, by address. */
export function recipePages(registry: Registry, baseUrl: string): Map<string, string> {
  return new Map(
    listRecipes(registry).map((recipe) => [makeAddress(recipe), recipePage(registry, recipe, baseUrl)]),
  )
}

/** Links to them, one a line. */
export function recipeLinks(registry: Registry, baseUrl: string): string {
  return listRecipes(registry)
    .map((recipe) => `- [${recipe.title}](${baseUrl}${makeAddress(recipe)}): ${recipe.steps.length} steps`)
    .join('\n')
}

function recipePage(registry: Registry, recipe: Recipe, baseUrl: string): string {
  const steps = recipe.steps.map((step, index) => `${index + 1}. ${stepText(registry, step, baseUrl)}`)
  return [
    `# ${recipe.title}`,
    recipe.intro,
    'Names in capitals stand for what an earlier answer said. Agents call the tool that is named like the operation, with the same members (those of the address, too), `dryRun: true` for the header X-Dry-Run, and `fileText` for a file. Where their server has no tool of that name, call_operation of /mcp/core and the tools of /mcp/all do it.',
    ...steps,
  ].join('\n\n')
}

/** Throws for a step with an unknown operation, which a page must not promise. */
function stepText(registry: Registry, step: RecipeStep, baseUrl: string): string {
  const operation = registry.find(step.operation)
  if (operation === undefined) throw new Error(`a recipe names ${step.operation}, which is not an operation`)
  const header = step.isDryRun === true ? " \\\n  -H 'X-Dry-Run: 1'" : ''
  const bindings = Object.entries(step.keep ?? {}).map(([name, member]) => `\`output.${member}\` as ${name}`)
  const after = [
    ...(step.until === undefined
      ? []
      : [
          `Repeat every 30 seconds until \`output.${step.until.member}\` is \`${step.until.value}\`. \`${step.until.failed}\` also ends it: report that and stop.`,
        ]),
    ...(bindings.length === 0 ? [] : [`Keep ${bindings.join(', ')}.`]),
  ]
  return [
    `[${operation.id}](${baseUrl}/ai-docs/${operation.id}.md): ${step.note}`,
    `\`\`\`sh\n${curlCommand(operation, { baseUrl, input: step.input })}${header}\n\`\`\``,
    ...(after.length === 0 ? [] : [after.join(' ')]),
  ].join('\n\n')
}
