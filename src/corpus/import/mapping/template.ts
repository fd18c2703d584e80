import { compilePath } from './source-path.ts'
import { isMissing, MappingError, type Evaluate, type MappingPath } from './scope.ts'

/**
 * Compiles `{name.first} {name.last}`, which has no value when one of the places is empty. `{}` is the entry itself.
 */
export function compileTemplate(text: string, mappingPath: MappingPath): Evaluate {
  const parts = text.split(/(\{[^{}]*\})/)
  if (parts.some((part) => !part.startsWith('{') && /[{}]/.test(part))) {
    throw new MappingError('a brace is unbalanced', mappingPath)
  }
  const pieces = parts.map((part) =>
    part.startsWith('{') ? compilePath(part.slice(1, -1).trim() || '.', mappingPath) : part,
  )
  return (scope) => {
    let result = ''
    for (const piece of pieces) {
      const value = typeof piece === 'string' ? piece : piece(scope)
      if (typeof piece !== 'string' && isMissing(value)) return undefined
      result += Array.isArray(value) ? value.join(', ') : String(value)
    }
    return result
  }
}
