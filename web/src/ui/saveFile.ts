// Saves a file through the browser's downloads.
export function saveFile(content: Blob, name: string): void {
    const anchor = document.createElement('a');
    anchor.href = URL.createObjectURL(content);
    anchor.download = name;
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
}
