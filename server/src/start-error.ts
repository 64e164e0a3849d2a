/** An expected reason not to start. The message is the one line to print. */
export class StartError extends Error {
  override name = 'StartError'
}
