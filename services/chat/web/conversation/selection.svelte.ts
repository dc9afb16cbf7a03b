/** The message that keys act on, and the one that is being edited. */
class Selection {
  id = $state<number | undefined>();
  editing = $state<number | undefined>();
}

export const selection = new Selection();
