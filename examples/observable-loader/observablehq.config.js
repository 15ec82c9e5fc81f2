export default { title: "States", pages: [], search: false, globalStylesheets: [] };
