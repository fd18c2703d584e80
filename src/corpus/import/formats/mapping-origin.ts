import { compileMapping, type Mapping, type MappingOrigin } from '../mapping/compile-mapping.ts'
import type { ImportKind } from '../mapping/target.ts'
import { osmMapping } from './osm.ts'
import { pdlMapping } from './pdl.ts'

/** The mapping that another thread has. */
export function mappingFrom(origin: MappingOrigin): Mapping {
  const mapping =
    'format' in origin ? formatMapping(origin.format, origin.of) : compileMapping(origin.content)
  if (mapping === undefined) throw new Error('there is no such format')
  return mapping
}

/** The mapping of a format into records of a kind; undefined for kinds it does not hold. */
export const formatMapping = (format: 'pdl' | 'osm', kind: ImportKind): Mapping | undefined =>
  format === 'pdl' ? pdlMapping(kind) : osmMapping(kind)
