const closeMs = 10_000

/** What a process opened, in order, and how it ends. */
export function openLifetime() {
  const opened: (() => Promise<unknown>)[] = []
  let isStopping = false

  /** In the reverse order. */
  async function closeAll() {
    for (const close of opened.splice(0).reverse()) await close()
  }

  function stop() {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), closeMs).unref()
    closeAll().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }

  return { opened, closeAll, stop, isStopping: () => isStopping }
}
