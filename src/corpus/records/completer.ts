import { z } from 'zod'

type Fields = Record<string, unknown>
type Complete = (fields: Fields) => Fields

/** How to finish one member: lists start empty, objects are completed themselves, the rest is null. */
interface Member {
  key: string
  entry: Complete | undefined
}

interface Plan {
  blank: Fields
  /** Members of an entry that are left out unless given. */
  optional: ReadonlySet<string>
  lists: Member[]
  objects: (Member & { required: boolean })[]
}

/**
 * Makes the function that gives a record every member of `schema`, in schema order, whatever the input's
 * order: absent and null lists become `[]`, other absent members null, entries and nested objects likewise,
 * members the schema does not know are dropped. Of its optional members those of the record itself are left out, those
 * of entries are there when they are given.
 * The input is not changed; leaf arrays and maps are taken over, not copied.
 */
export function completer<Schema extends z.ZodObject>(schema: Schema): (fields: object) => z.infer<Schema> {
  const complete = completeBy(makePlan(schema, false))
  return (fields) => complete(fields as Fields) as z.infer<Schema>
}

// Cloning a blank keeps every record of a kind on one hidden class and costs only what is given; building
// up from `{}` by computed keys turns objects this wide into hash tables, which also stringify slower.
function completeBy({ blank, optional, lists, objects }: Plan): Complete {
  return (fields) => {
    const record = { ...blank }
    for (const key in fields) {
      const value = fields[key]
      if (value !== undefined && (key in blank || optional.has(key))) record[key] = value
    }
    for (const { key, entry } of lists) {
      const value = record[key] as Fields[] | null | undefined
      if (!value) record[key] = []
      else if (entry) record[key] = value.map(entry)
    }
    for (const { key, entry, required } of objects) {
      const value = record[key] as Fields | null
      if (value !== null) record[key] = entry?.(value)
      else if (required) record[key] = entry?.({})
    }
    return record
  }
}

function makePlan(schema: z.ZodObject, isEntry = true): Plan {
  const optional = new Set<string>()
  const plan: Plan = { blank: {}, optional, lists: [], objects: [] }
  for (const [key, member] of Object.entries(schema.shape)) {
    if (member instanceof z.ZodOptional) {
      if (isEntry) optional.add(key)
      continue
    }
    plan.blank[key] = null
    const nullable = member instanceof z.ZodNullable
    const inner: unknown = nullable ? member.unwrap() : member
    if (inner instanceof z.ZodArray) {
      const element: unknown = inner.element
      const entry = element instanceof z.ZodObject ? completeBy(makePlan(element)) : undefined
      plan.lists.push({ key, entry })
    } else if (inner instanceof z.ZodObject) {
      plan.objects.push({ key, entry: completeBy(makePlan(inner)), required: !nullable })
    }
  }
  // A round trip through the parser yields an object in fast mode, whatever way it was built.
  plan.blank = JSON.parse(JSON.stringify(plan.blank)) as Fields
  return plan
}
