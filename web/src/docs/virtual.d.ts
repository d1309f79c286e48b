declare module 'virtual:openapi' {
    const document: import('./openapi').OpenApi;
    export default document;
}
