/** What went wrong without ending the page, for the developer's eyes: the page itself tells the visitor, or does without. */
export function logProblem(where: string, problem: unknown): void {
  console.warn(`${where}:`, problem)
}
