/** State of the panels beside and above the conversation. */
class Panels {
  showsPeople = $state(matchMedia('(min-width: 1100px)').matches);
  /** The person whose card is shown. */
  person = $state<number | undefined>();
  showsHelp = $state(false);
  isSearching = $state(false);

  togglePeople(): void {
    this.showsPeople = !this.showsPeople;
  }
}

export const panels = new Panels();

export function openPerson(id: number): void {
  panels.person = id;
}
