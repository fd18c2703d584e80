import { compileMapping, type Mapping, type MappingOrigin } from '../mapping/compile-mapping.ts'
import { pdlMapping } from './pdl.ts'

/** The mapping that another thread has. */
export function mappingFrom(origin: MappingOrigin): Mapping {
  const mapping = 'format' in origin ? pdlMapping(origin.of) : compileMapping(origin.content)
  if (mapping === undefined) throw new Error('there is no such format')
  return mapping
}
