import { stepsOf, type Member } from './notation.ts'

/** The members of one direction of an operation, each below the one it is part of. */
export interface MemberTree {
  /** As the contract writes it. */
  path: string
  /** Undefined for the root, and where the contract names only what is inside. */
  member: Member | undefined
  members: Map<string, MemberTree>
  item: MemberTree | undefined
  key: MemberTree | undefined
  /** What a union may be, told apart by the value of a member. */
  branches: { tag: string; value: string | boolean; tree: MemberTree }[]
}

/** `placeOf` says where a member stands here when that is elsewhere than in the contract. */
export function memberTree(
  members: ReadonlyMap<string, Member>,
  placeOf = (path: string) => path,
): MemberTree {
  const root = treeAt('')
  for (const [path, member] of members) {
    let tree = root
    for (const step of stepsOf(placeOf(path))) {
      if (step.kind === 'item') tree = tree.item ??= treeAt(path)
      else if (step.kind === 'key') tree = tree.key ??= treeAt(path)
      else if (step.kind === 'branch') tree = branchOf(tree, step, path)
      else {
        const next = tree.members.get(step.name) ?? treeAt(path)
        tree.members.set(step.name, next)
        tree = next
      }
    }
    tree.member = member
    tree.path = path
  }
  return root
}

const treeAt = (path: string): MemberTree => ({
  path,
  member: undefined,
  members: new Map(),
  item: undefined,
  key: undefined,
  branches: [],
})

function branchOf(tree: MemberTree, step: { tag: string; value: string }, path: string): MemberTree {
  const value = step.value === 'True' || step.value === 'False' ? step.value === 'True' : step.value
  const known = tree.branches.find((branch) => branch.tag === step.tag && branch.value === value)
  if (known) return known.tree
  const made = { tag: step.tag, value, tree: treeAt(path) }
  tree.branches.push(made)
  return made.tree
}
